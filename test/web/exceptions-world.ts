/** Exceptions for the operator's pages, made by a partner beside them and by the world outside. */
import assert from 'node:assert/strict';
import type { PaymentView } from '../../src/console/desk/views.ts';
import { bill, created, paid } from '../world/bodies.ts';
import type { World } from '../world/service.ts';
import type { Operator } from './operator.ts';

export function exceptionsAt(world: World, token: string, operator: Operator) {
  const play = async <T>(name: string, body: object): Promise<T> => {
    const answer = await world.call<T>('POST', `/sandbox/${name}`, { token, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  /** A transfer that is held. */
  const held = async (amount: number, description: string): Promise<number> => {
    const body = { senderEmail: bill.userEmail, amount, description };
    return (await play<{ transferId: number }>('interac-transfers', body)).transferId;
  };
  return {
    play,
    held,
    /** A payment that its biller rejected. */
    rejected: async (more: Record<string, unknown> = {}) => {
      const payment = await paid(world, token, more);
      await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC01' });
      return payment;
    },
    /** A payment and the held transfer of its money, over more than one person alone may move. */
    large: async (amount: number) => {
      const payment = await created(world, token, { amount: amount + 1 });
      const transferId = await held(amount, payment.identificationNumber);
      const body = { transferIds: [transferId], paymentId: payment.id, acceptedAmount: amount, reason: 'as told' };
      return { payment, transferId, propose: () => operator.post('/transfers/attach', body) };
    },
    paymentOf: (id: number) => operator.get<PaymentView>(`/payments/${id}`),
  };
}
