/** What views are made of. See views.ts. */

export interface Page<T> {
  items: T[];
  /** To be given back as `cursor`; absent on the last page. */
  nextCursor?: string;
}

export type PaymentStatus = 'pending' | 'completed' | 'failed';
