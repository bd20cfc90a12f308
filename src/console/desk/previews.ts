/**
 * What is in a bank file, read to its end by its own reader, with nothing kept and nothing taking effect.
 */
import { FileRefused } from '../../base/file-refused.ts';
import { inPieces } from '../../base/pieces.ts';
import { readAft } from '../../collection/eft/aft-reader.ts';
import { returnsFormat } from '../../collection/eft/returns.ts';
import { readCamt054 } from '../../collection/interac/camt054-reader.ts';
import { ingestFormat } from '../../collection/interac/ingest.ts';
import { readPain002 } from '../../settlement/pain002-reader.ts';
import { reportFormat } from '../../settlement/report.ts';
import { formatOf } from '../pick-up.ts';
import { dollars } from './context.ts';
import type { FilePreview } from './views.ts';

const sampleMax = 20;

/** A line of any format, as the preview counts it; undefined for what is no line. */
interface Line {
  line: number;
  text: string;
  amountCents?: bigint | undefined;
  quarantined: boolean;
}

/** `totalCents`: of all amounts in it. */
export type Preview = Omit<FilePreview, 'knownFileId' | 'unfinishedFileId' | 'mayTakeIn'> & { totalCents: bigint };

/** Reads a file as it would be taken in. A file that would be refused has counts up to the place of its fault. */
export async function previewOf(content: Buffer, originatorId: string | undefined): Promise<Preview> {
  const preview: Preview = {
    format: '',
    refusal: null,
    lines: 0,
    quarantined: 0,
    total: null,
    sample: [],
    totalCents: 0n,
  };
  let totalCents: bigint | undefined;
  try {
    preview.format = formatOf(content);
    for await (const line of linesOf(preview.format, content, originatorId)) {
      preview.lines += 1;
      if (line.quarantined) preview.quarantined += 1;
      else if (line.amountCents !== undefined) totalCents = (totalCents ?? 0n) + line.amountCents;
      if (preview.sample.length < sampleMax) {
        const { line: at, text, quarantined, amountCents } = line;
        preview.sample.push({
          line: at,
          text,
          amount: amountCents === undefined ? null : dollars(amountCents),
          quarantined,
        });
      }
    }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    preview.refusal = { reason: error.message, line: error.line, column: error.column };
  }
  return { ...preview, total: totalCents === undefined ? null : dollars(totalCents), totalCents: totalCents ?? 0n };
}

async function* linesOf(format: string, content: Buffer, originatorId: string | undefined): AsyncGenerator<Line> {
  if (format === ingestFormat) yield* transferLines(content);
  else if (format === reportFormat) yield* reportLines(content);
  else if (format === returnsFormat) yield* returnLines(content, originatorId);
}

async function* transferLines(content: Buffer): AsyncGenerator<Line> {
  for await (const items of readCamt054(inPieces(content))) {
    for (const item of items) {
      if (item.kind === 'transfer') {
        const from = item.senderEmail ?? item.senderName ?? '–';
        yield {
          line: item.line,
          text: `${from}: ${item.description}`,
          amountCents: item.amountCents,
          quarantined: false,
        };
      } else if (item.kind === 'quarantined') yield { line: item.line, text: item.reason, quarantined: true };
    }
  }
}

async function* reportLines(content: Buffer): AsyncGenerator<Line> {
  for await (const item of flat(readPain002(inPieces(content)))) {
    if (item.kind === 'quarantined') yield { line: item.line, text: item.reason, quarantined: true };
    else {
      const about =
        item.kind === 'group'
          ? item.originalMessageId
          : item.kind === 'block'
            ? item.originalPaymentInformationId
            : (item.originalEndToEndId ?? item.originalInstructionId ?? '');
      const codes = item.reasons.map(({ code, proprietary }) => code ?? proprietary ?? '').filter(Boolean);
      const text = [`${about}:`, item.status ?? '–', ...codes].join(' ');
      yield { line: item.line, text, quarantined: false };
    }
  }
}

/** Account numbers stay out of it. */
async function* returnLines(content: Buffer, originatorId: string | undefined): AsyncGenerator<Line> {
  const options = originatorId === undefined ? {} : { originatorId };
  for await (const items of readAft(inPieces(content), options)) {
    for (const item of items) {
      if (item.kind === 'segment') {
        const { crossReference, transactionType, amountCents } = item.segment;
        yield {
          line: item.line,
          text: `${crossReference}: ${transactionType}`,
          amountCents,
          quarantined: false,
        };
      } else if (item.kind === 'quarantined') yield { line: item.line, text: item.reason, quarantined: true };
      else if (item.kind === 'notice') yield { line: item.line, text: 'a notice of change', quarantined: true };
    }
  }
}

/** Whether a reader yields items or lists of them. */
async function* flat<T>(items: AsyncIterable<T | T[]>): AsyncGenerator<T> {
  for await (const item of items) {
    if (Array.isArray(item)) yield* item;
    else yield item;
  }
}
