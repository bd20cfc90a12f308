/**
 * Reading request bodies as JSON: strict UTF-8, numbers with their source text, every malformed body a clear 400.
 */
import type { FastifyInstance } from 'fastify';
import { type JsonValue, type NumberTexts, parseJson } from '../base/json.ts';

export interface JsonBody {
  value: JsonValue;
  numberTexts: NumberTexts;
}

class MalformedBody extends Error {
  readonly statusCode = 400;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export function installJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) => {
    try {
      done(null, readBody(raw as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Nothing at all is no body; anything else must be JSON. */
function readBody(raw: Buffer): JsonBody | undefined {
  if (raw.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(raw);
  } catch {
    throw new MalformedBody('The body is not valid UTF-8');
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw new MalformedBody('The body is nested too deeply');
    throw new MalformedBody(`The body is not valid JSON: ${(error as Error).message}`);
  }
}
