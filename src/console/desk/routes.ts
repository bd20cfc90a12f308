/**
 * Every route of the operator's pages, one table: method, path behind `/console/data`, who may, and what is done. The door
 * (src/people/door.ts) has seen to session, second factor, role and origin before any of it runs.
 */
import type { FastifyInstance } from 'fastify';
import { addPersonRoute, type OperatorRole, type PersonRoute } from '../../people/door.ts';
import * as approvals from './approvals.ts';
import * as cards from './cards.ts';
import type { DeskContext, Handler } from './context.ts';
import * as downloads from './downloads.ts';
import * as endpoints from './endpoints.ts';
import * as failed from './failed-payments.ts';
import * as files from './files.ts';
import * as ledger from './ledger.ts';
import { overview } from './overview.ts';
import * as partners from './partners.ts';
import * as payees from './payees.ts';
import * as payments from './payments.ts';
import * as quarantine from './quarantine.ts';
import * as returns from './returns.ts';
import * as runs from './runs.ts';
import * as settlement from './settlement.ts';
import * as transfers from './transfers.ts';
import { sweepUploads } from './upload-folder.ts';
import { uploadBodyBytesMax } from './upload-limit.ts';
import * as uploads from './uploads.ts';

const all: readonly OperatorRole[] = ['agent', 'approver'];
const approver: readonly OperatorRole[] = ['approver'];

type RouteRow = readonly [method: PersonRoute['method'], path: string, roles: readonly OperatorRole[], handle: Handler];

// biome-ignore format: one route, one line
export const deskTable: readonly RouteRow[] = [
  ['GET',  '/overview',                          all,      overview],
  ['GET',  '/approvals',                         all,      approvals.list],
  ['POST', '/approvals/:approvalId/approve',     approver, approvals.approve],
  ['POST', '/approvals/:approvalId/decline',     all,      approvals.decline],
  ['GET',  '/transfers',                         all,      transfers.list],
  ['POST', '/transfers/attach',                  all,      transfers.attachTransfers],
  ['POST', '/transfers/return',                  all,      transfers.returnToSender],
  ['GET',  '/payments',                          all,      payments.search],
  ['GET',  '/payments/:paymentId',               all,      payments.show],
  ['GET',  '/failed-payments',                   all,      failed.list],
  ['GET',  '/failed-payments/:paymentId/accounts', all,    failed.accounts],
  ['POST', '/failed-payments/requeue',           all,      failed.requeuePayments],
  ['POST', '/failed-payments/refund',            all,      failed.refundPayment],
  ['GET',  '/files',                             all,      files.list],
  ['GET',  '/files/:fileId',                     all,      files.show],
  ['GET',  '/files/:fileId/content',             all,      downloads.content],
  ['POST', '/files/preview',                     all,      uploads.preview],
  ['POST', '/files/upload',                      all,      uploads.upload],
  ['GET',  '/quarantine',                        all,      quarantine.list],
  ['POST', '/quarantine/take-up',                all,      quarantine.takeUp],
  ['POST', '/quarantine/set-aside',              all,      quarantine.putAside],
  ['GET',  '/returns',                           all,      returns.list],
  ['POST', '/returns/resolve',                   all,      returns.resolve],
  ['GET',  '/eft/next',                          all,      settlement.nextDebits],
  ['POST', '/eft/run',                           approver, runs.runDebits],
  ['GET',  '/settlement/next',                   all,      settlement.nextBatch],
  ['POST', '/settlement/run',                    approver, runs.runSettlement],
  ['GET',  '/settlement/batches',                all,      settlement.batches],
  ['GET',  '/settlement/batches/:batchId',       all,      settlement.batch],
  ['GET',  '/settlement/held',                   all,      settlement.held],
  ['POST', '/settlement/resolve',                all,      settlement.resolve],
  ['GET',  '/payees',                            all,      payees.list],
  ['GET',  '/payees/:name',                      all,      payees.show],
  ['POST', '/payees/preview',                    all,      payees.preview],
  ['POST', '/payees/publish',                    approver, payees.publish],
  ['GET',  '/ledger',                            all,      ledger.balances],
  ['GET',  '/ledger/statement',                  all,      ledger.statement],
  ['POST', '/ledger/audit',                      all,      ledger.auditNow],
  ['GET',  '/partners',                          all,      partners.list],
  ['POST', '/partners',                          approver, partners.create],
  ['GET',  '/partners/:partner',                 all,      partners.show],
  ['GET',  '/endpoints',                         all,      endpoints.failing],
  ['GET',  '/cards/held',                        all,      cards.held],
  ['GET',  '/cards/reversals',                   all,      cards.reversals],
];

/** Installs the table behind the people's door; what uploads of a dead process left goes. */
export function installDesk(
  app: FastifyInstance,
  people: Parameters<typeof addPersonRoute>[1],
  desk: DeskContext,
): void {
  void sweepUploads(desk.config.dataDirectory);
  for (const [method, path, roles, handle] of deskTable) {
    addPersonRoute(app, people, {
      method,
      path: `/console/data${path}`,
      roles,
      ...(path.startsWith('/files/') && method === 'POST' && { bodyBytesMax: uploadBodyBytesMax }),
      handle: (exchange) => handle(desk, exchange),
    });
  }
}
