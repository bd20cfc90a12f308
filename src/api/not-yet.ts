/**
 * Endpoints that the contract describes and this version does not carry out yet: after the token, a clear 400, never a
 * made-up success.
 */
import { type Answer, failure } from '../http/answer.ts';

export const eftNotYet = (): Answer =>
  failure(
    400,
    'Bank accounts are not available in this version of the service yet: no account was registered or changed',
  );

export const cardNotYet = (): Answer =>
  failure(400, 'Card payments are not available in this version of the service yet: no payment was created');
