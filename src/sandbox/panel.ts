/**
 * The sandbox panel of the partner's pages: the plays of `/sandbox/…` with a session in the place of a token, by the same handlers.
 * Like them, it is not there in production.
 *
 *   trail: played ─▶ handle, in transactions of its own ─▶ 200     refused ─▶ trail: refused, and why
 *
 * Written before it happens, a play without its place in the trail cannot be.
 */
import type { FastifyInstance } from 'fastify';
import type { Handler } from '../api/context.ts';
import type { JsonValue } from '../base/json.ts';
import { dashboardPrefix, developers } from '../dashboard/routes.ts';
import { type Answer, isFailure } from '../http/answer.ts';
import { holdsStorableTextOnly } from '../http/validation.ts';
import { addPersonRoute, type People, trail } from '../people/door.ts';

type PlayExchange = Parameters<Handler>[1];

/** Adds one play, by its path with a token, to what the pages reach. */
export function addPanelRoute(
  app: FastifyInstance,
  people: People,
  path: string,
  handle: (exchange: PlayExchange) => Answer | Promise<Answer>,
): void {
  addPersonRoute(app, people, {
    method: 'POST',
    path: dashboardPrefix + path,
    roles: developers,
    handle: async ({ visitor, partnerId, body, numberTexts, requestId, log }) => {
      // Plays look at whose they are and at nothing else of a caller.
      const caller = { partnerId, tokenId: 0n, scopes: [] };
      const write = (act: string, after: JsonValue | undefined) => {
        const entry = { partnerId, visitor, act, subject: path.replace('/sandbox/', '') };
        return trail(people.database, { ...entry, ...(after !== undefined && { after }) });
      };
      await write('sandbox played', told(body));
      const answer = await handle({ caller, body, numberTexts, requestId, log, headers: {} } as PlayExchange);
      if (isFailure(answer)) await write('sandbox play refused', told({ error: answer.error }));
      return answer;
    },
  });
}

const toldCharactersMax = 2000;

/** What was sent or said, unless it has members that nobody asked for and that the trail could not keep. */
function told(body: JsonValue): JsonValue | undefined {
  return holdsStorableTextOnly(body) && JSON.stringify(body).length <= toldCharactersMax ? body : undefined;
}
