/**
 * The interface's endpoints and who answers them, in the order of interface §4: one line each. Method, path and permission
 * come from the contract.
 */
import type { FastifyInstance } from 'fastify';
import { type EndpointKey, endpoints } from '../../contract/endpoints.ts';
import { versionPrefix } from '../../contract/limits.ts';
import { addRoute } from '../http/server.ts';
import { authorize } from './authorize.ts';
import { deactivateBankAccount, listBankAccounts, registerBankAccount } from './bank-accounts.ts';
import type { ApiContext, Handler } from './context.ts';
import { createCardPayment } from './create-card-payment.ts';
import { createPayment } from './create-payment.ts';
import { paymentHistory } from './payment-history.ts';
import { reportPastRent } from './report-past-rent.ts';
import { searchPayees } from './search-payees.ts';
import { testWebhook } from './test-webhook.ts';
import { updatePayment } from './update-payment.ts';
import { validateAccount } from './validate-account.ts';

const handlers: Record<EndpointKey, Handler> = {
  createPayment,
  createCardPayment,
  updatePayment,
  queryPaymentHistory: paymentHistory,
  searchPayees,
  validateAccount,
  registerBankAccount,
  listBankAccounts,
  deactivateBankAccount,
  createPastRentReport: reportPastRent,
  testWebhook,
};

export function installApi(app: FastifyInstance, context: ApiContext): void {
  for (const endpoint of endpoints) {
    const handle = handlers[endpoint.key];
    addRoute(app, {
      method: endpoint.method,
      path: versionPrefix + endpoint.path,
      authorize: (headers) => authorize(context.findCaller, headers, endpoint.permission),
      handle: (exchange) => handle(context, exchange),
    });
  }
}
