/**
 * Reads from the source what the service can say to a person's page: every text of several words in the files that speak to pages, but for
 * what is said to somebody else there. A hole of a template is written `{}`; what the code itself fills it with is read like any other text.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

const speaking = [
  'contract/schema.ts',
  'src/base/{money,xml-stream}.ts',
  'src/{bank-accounts,bank-files,console,dashboard,payees,rent-reports,sandbox,settlement,webhooks}/**/*.ts',
  'src/collection/{eft,interac}/*.ts',
  'src/collection/card/audit.ts',
  'src/{http,ledger,payments,people}/{answer,asked,audit,door,people-doors,refund,server,validation}.ts',
];
/** These write for banks, for who starts the service, or what pages have words of their own for. */
const silent = [
  'src/{sandbox,settlement}/*-writer.ts',
  'src/collection/eft/{aft-text,aft-writer,return-codes,transaction-codes}.ts',
  'src/sandbox/{card-provider/**,welcome.ts}',
  'src/settlement/reason-codes.ts',
  'src/dashboard/start.ts',
  'src/console/desk/{places,transfers,views*}.ts',
  'src/payees/catalogue.ts',
];

/** What is given to these is SQL, a word of the log or of the audit trail, or a fault of the program. */
const otherCalls = words(`query Error TypeError warn error info debug kept change write seal proposalsByThing get`);
/** What stands under these names, in an object or a variable, is an act of the trail, a word of the code, or of a posting. */
const otherNames = words(`act words things subject outcome normaliseSteps heldReasons notPublicIPv4 notPublicIPv6
  embedsIPv4 lateCause accountContext contextOf stagedContext runLock debitRunLock playLock replaced since`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** As the parser has it: members by the type of the node. */
interface Node {
  type: string;
  [member: string]: unknown;
}

export function sentences(): Set<string> {
  const found = new Set<string>();
  for (const file of globSync(speaking, { cwd: root, exclude: silent })) {
    read(parseAst(readFileSync(`${root}/${file}`, 'utf8'), { lang: 'ts' }), found);
  }
  return found;
}

function read(part: unknown, found: Set<string>): void {
  if (Array.isArray(part)) for (const each of part) read(each, found);
  if (!isNode(part) || isSilent(part)) return;
  const text = textOf(part);
  if (text !== undefined && /\S \S/.test(text) && /[a-z]{2}/i.test(text) && !isSql(text)) found.add(text);
  if (part.type === 'SwitchCase') read(part.consequent, found);
  else for (const child of Object.values(part)) read(child, found);
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Node).type === 'string';
}

function isSilent(node: Node): boolean {
  const { type, callee, key, id, operator } = node;
  if (type === 'CallExpression' || type === 'NewExpression') return otherCalls.has(nameOf(callee));
  if (type === 'Property') return otherNames.has(nameOf(key));
  if (type === 'VariableDeclarator') return otherNames.has(nameOf(id));
  return type.startsWith('Import') || type.startsWith('TSType') || /^[=!]==$/.test(String(operator));
}

function nameOf(node: unknown): string {
  const { name, property } = node as { name?: string; property?: { name?: string } };
  return name ?? property?.name ?? '';
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral') return undefined;
  return (quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join('{}');
}

/** Columns of tables, and parts of questions that are put together. */
function isSql(text: string): boolean {
  return /\bselect\b|\b[a-z]\.[a-z]{2}|, [a-z]+_[a-z]|_cents\b|\bin (?:\(|\{\} and)|^and |^\('|^\(values/.test(text);
}
