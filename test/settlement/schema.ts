/**
 * Validation against the ISO 20022 schemas, which are not ours to ship: the folder that holds them is named by `XSD_DIR`
 * (anybody can fetch them from iso20022.org). Where it is not set, the tests that need it say so and are skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';

const folder = process.env.XSD_DIR;

/** Why a test against this schema is skipped, or false where it can run. */
export function schemaMissing(message: string): string | false {
  if (!folder) return `XSD_DIR is not set: ${message} is not validated against its schema`;
  return existsSync(join(folder, `${message}.xsd`)) ? false : `${message}.xsd is not in XSD_DIR`;
}

/** Throws, with the schema's complaints, where the document is not valid. */
export function validate(message: string, document: string): void {
  using schema = XmlDocument.fromBuffer(readFileSync(join(folder as string, `${message}.xsd`)));
  using validator = XsdValidator.fromDoc(schema);
  using parsed = XmlDocument.fromString(document);
  validator.validate(parsed);
}
