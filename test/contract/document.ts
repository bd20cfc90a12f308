/**
 * Reading the OpenAPI document in tests: as JSON, as a partner gets it.
 */
import { openApiText } from '../../contract/openapi.ts';

export type Node = { [name: string]: unknown };

/** A schema as the document holds it. */
export interface Schema extends Node {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  const?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  'x-open-point'?: string;
}

export interface Operation extends Node {
  operationId: string;
  parameters?: { $ref: string }[];
  requestBody?: Node;
  responses: Record<string, Node>;
}

export interface Document extends Node {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Node>;
    parameters: Record<string, Node>;
    headers: Record<string, Node>;
    securitySchemes: Record<string, Node>;
  };
  'x-open-points': Record<string, Node>;
}

export const document = JSON.parse(openApiText()) as Document;

/** Calls `visit` for every object of the document, with the names that lead to it. Examples are data, not contract. */
export function walk(node: unknown, visit: (node: Node, path: string[]) => void, path: string[] = []): void {
  if (node === null || typeof node !== 'object') return;
  if (!Array.isArray(node)) visit(node as Node, path);
  for (const [name, inner] of Object.entries(node)) {
    if (!['example', 'examples', 'x-open-points'].includes(name)) walk(inner, visit, [...path, name]);
  }
}
