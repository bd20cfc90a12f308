/** By what money goes back to a payer: a file of its own, because the operator's pages name the means too. */

export const refundMeans = ['interac', 'eft', 'cheque', 'wire', 'other'] as const;
export type RefundMeans = (typeof refundMeans)[number];
