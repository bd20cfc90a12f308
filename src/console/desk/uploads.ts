/**
 * Bank files from the operator's own machine: looked into without effect, or taken in at once, by the same takers as those that the
 * bank puts into the drop folder. What does not fit into a request's body goes there.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { FileUnderWay, knownContent } from '../../bank-files/inbound.ts';
import { FileRefused } from '../../base/file-refused.ts';
import { decimalFromCents } from '../../base/money.ts';
import { compileBody } from '../../http/validation.ts';
import { bodyOf, refuse, refuseField, shown } from '../../people/asked.ts';
import { type OperatorRole, operatorId, type PersonExchange, trail } from '../../people/door.ts';
import { formatOf, takerOf } from '../pick-up.ts';
import { contentAccepted, fileNameBytesMax, Upload } from './bodies.ts';
import type { DeskContext, Handler } from './context.ts';
import { fileById } from './files.ts';
import { previewOf } from './previews.ts';
import { withUpload } from './upload-folder.ts';
import { mayTakeIn } from './upload-limit.ts';
import type { FilePreview, UploadAnswer, UploadRequest } from './views.ts';

const checkUpload = compileBody(Upload);

interface Given {
  name: string;
  content: Buffer;
  sha256: Buffer;
}

export const preview: Handler = async ({ database, config }, exchange) => {
  const { content, sha256 } = givenFile(exchange);
  const { totalCents, ...found } = await previewOf(content, config.eftOriginatorId);
  const known = await knownContent(database, found.format, sha256);
  return shown({
    ...found,
    knownFileId: known?.isDone ? Number(known.id) : null,
    unfinishedFileId: known && !known.isDone ? Number(known.id) : null,
    mayTakeIn: mayTakeIn(roleOf(exchange), { ...found, totalCents }, config.approvalAboveCents),
  } satisfies FilePreview);
};

export const upload: Handler = async (desk, exchange) => {
  const { visitor } = exchange;
  const given = givenFile(exchange);
  const { database } = desk;
  const role = roleOf(exchange);
  if (role !== 'approver') await refuseAbove(desk, role, given);
  const subject = `file ${given.name}`;
  // Before anything takes effect, in a transaction of its own: taking in a file is many.
  const facts = { role, name: given.name, sizeBytes: given.content.length, sha256: given.sha256.toString('hex') };
  await trail(database, { partnerId: operatorId, visitor, act: 'bank file uploaded', subject, after: facts });
  const answer = await takeIn(desk, given);
  if (answer instanceof FileUnderWay) {
    const why = answer.message;
    await trail(database, { partnerId: operatorId, visitor, act: 'bank file not read', subject, after: { why } });
    return refuse(409, why);
  }
  const after = answer.outcome === 'taken-in' ? { counts: answer.file.counts } : { refused: answer.reason };
  await trail(database, { partnerId: operatorId, visitor, act: `bank file ${answer.outcome}`, subject, after });
  desk.wakeDeliverer();
  return shown(answer);
};

async function refuseAbove({ config }: DeskContext, role: OperatorRole, { content }: Given): Promise<void> {
  const { approvalAboveCents, eftOriginatorId } = config;
  const found = await previewOf(content, eftOriginatorId);
  if (mayTakeIn(role, found, approvalAboveCents)) return;
  refuse(
    403,
    `This file could move more than ${decimalFromCents(approvalAboveCents)}: an approver must take it in, or the bank puts it into the drop folder`,
  );
}

const roleOf = ({ visitor }: PersonExchange) => visitor.memberships.get(operatorId) as OperatorRole;

/** What became of it; where somebody else has it in hand, that. */
async function takeIn(
  { database, clock, config, accountBox }: DeskContext,
  given: Given,
): Promise<UploadAnswer | FileUnderWay> {
  try {
    const format = formatOf(given.content);
    const taker = takerOf(format, { database, clock, box: accountBox, originatorId: config.eftOriginatorId });
    await withUpload(config.dataDirectory, given, taker.take);
    const known = await knownContent(database, format, given.sha256);
    const view = known && (await fileById(database, known.id));
    if (!view) throw new Error(`a file that was taken in is not kept: ${given.name}`);
    return { outcome: 'taken-in', file: view };
  } catch (error) {
    if (error instanceof FileUnderWay) return error;
    if (!(error instanceof FileRefused)) throw error;
    return { outcome: 'refused', reason: error.message, line: error.line, column: error.column };
  }
}

/** The file of a request, under a name that is one and nothing else. */
function givenFile(exchange: PersonExchange): Given {
  const { name, contentBase64 } = bodyOf<UploadRequest>(checkUpload, exchange);
  const content = Buffer.from(contentBase64, 'base64');
  // What is no base64 was passed over.
  if (content.length === 0 || content.toString('base64') !== contentBase64) {
    return refuseField('contentBase64', contentAccepted);
  }
  const fit = path.basename(name.replaceAll('\\', '/')).replace(/[\p{Cc}\p{Cf}]/gu, '');
  if (fit === '' || fit === '.' || fit === '..') return refuse(400, 'name must be the name of a file');
  if (Buffer.byteLength(fit) > fileNameBytesMax) return refuse(400, `name must be at most ${fileNameBytesMax} bytes`);
  return { name: fit, content, sha256: createHash('sha256').update(content).digest() };
}
