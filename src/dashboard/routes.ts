/**
 * What the partner's pages call, one line each: method, path under `/dashboard/data/:partnerId`, who may, who answers. The door
 * (src/people/door.ts) has found the visitor, the membership and the role before a handler runs; a write comes from our own pages.
 *
 *   viewer     reads
 *   developer  … and tokens, webhooks, bank accounts, exports, plays in the sandbox
 *   owner      … and people (src/people/people-doors.ts)
 *
 * Nothing here is the owner's alone: a developer makes tokens, with which all of it is done as well.
 */
import type { FastifyInstance } from 'fastify';
import type { Answer } from '../http/answer.ts';
import { addPersonRoute, type PartnerRole, type PersonExchange } from '../people/door.ts';
import { list as bankAccounts, deactivate, register } from './bank-accounts.ts';
import { changes } from './changes.ts';
import type { DashboardContext } from './context.ts';
import { deliveries, delivery, resend } from './deliveries.ts';
import { exportPayments } from './export.ts';
import { checkAccountNumber, searchPayees } from './payees.ts';
import { payment } from './payment.ts';
import { payments } from './payments.ts';
import { rentReport, rentReports } from './rent-reports.ts';
import { start } from './start.ts';
import { createToken, deactivateToken, reactivateToken, tokens } from './tokens.ts';
import { totals } from './totals.ts';
import { rollSecret, setWebhook, testWebhook, webhook } from './webhook.ts';

type Handler = (context: DashboardContext, exchange: PersonExchange) => Answer | Promise<Answer>;

export interface DashboardRoute {
  method: 'GET' | 'POST';
  /** Under `dashboardPrefix`. */
  path: string;
  roles: readonly PartnerRole[];
  handle: Handler;
}

export const dashboardPrefix = '/dashboard/data/:partnerId';

/** Whoever belongs to the partner. */
export const readers: readonly PartnerRole[] = ['owner', 'developer', 'viewer'];
export const developers: readonly PartnerRole[] = ['owner', 'developer'];

export const dashboardRoutes: readonly DashboardRoute[] = [
  { method: 'GET', path: '/start', roles: readers, handle: start },
  { method: 'GET', path: '/changes', roles: readers, handle: changes },
  { method: 'GET', path: '/payments', roles: readers, handle: payments },
  {
    method: 'GET',
    path: '/payments/export',
    roles: developers,
    handle: (context, exchange) => exportPayments(context, exchange),
  },
  { method: 'GET', path: '/payments/:paymentId', roles: readers, handle: payment },
  { method: 'GET', path: '/totals', roles: readers, handle: totals },
  { method: 'GET', path: '/tokens', roles: readers, handle: tokens },
  { method: 'POST', path: '/tokens', roles: developers, handle: createToken },
  { method: 'POST', path: '/tokens/:tokenId/deactivate', roles: developers, handle: deactivateToken },
  { method: 'POST', path: '/tokens/:tokenId/reactivate', roles: developers, handle: reactivateToken },
  { method: 'GET', path: '/webhook', roles: readers, handle: webhook },
  { method: 'POST', path: '/webhook', roles: developers, handle: setWebhook },
  { method: 'POST', path: '/webhook/roll', roles: developers, handle: rollSecret },
  { method: 'POST', path: '/webhook/test', roles: developers, handle: testWebhook },
  { method: 'GET', path: '/deliveries', roles: readers, handle: deliveries },
  { method: 'GET', path: '/deliveries/:deliveryId', roles: readers, handle: delivery },
  { method: 'POST', path: '/deliveries/:deliveryId/resend', roles: developers, handle: resend },
  { method: 'GET', path: '/bank-accounts', roles: readers, handle: bankAccounts },
  { method: 'POST', path: '/bank-accounts', roles: developers, handle: register },
  { method: 'POST', path: '/bank-accounts/:bankAccountId/deactivate', roles: developers, handle: deactivate },
  { method: 'GET', path: '/payees', roles: readers, handle: searchPayees },
  { method: 'POST', path: '/payees/check', roles: readers, handle: checkAccountNumber },
  { method: 'GET', path: '/rent-reports', roles: readers, handle: rentReports },
  { method: 'GET', path: '/rent-reports/:reportId', roles: readers, handle: rentReport },
];

export function installDashboard(app: FastifyInstance, context: DashboardContext): void {
  for (const { method, path, roles, handle } of dashboardRoutes) {
    addPersonRoute(app, context.people, {
      method,
      path: dashboardPrefix + path,
      roles,
      handle: (exchange) => handle(context, exchange),
    });
  }
}
