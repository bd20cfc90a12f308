/**
 * What the status codes of a pain.002 report mean to us (formats §3.2, open point `settlement-acceptance`): only ACSC
 * and ACCC settle a payment, only RJCT rejects it, PART says that the payments are told one by one, and every other code
 * is recorded and changes nothing.
 */

/** The three places of a report where a status can stand. */
export type StatusLevel = 'batch' | 'block' | 'transaction';

/** `part`: the level says nothing itself, its payments are told one by one. */
export type StatusReading = 'accepted' | 'rejected' | 'part' | 'recorded';

export interface StatusCode {
  reading: StatusReading;
  /** In our own words, for the operator. */
  meaning: string;
  levels: readonly StatusLevel[];
  /** True where an operator should look although nothing changes: the money may not be on its way. */
  attention: boolean;
}

const anywhere: readonly StatusLevel[] = ['batch', 'block', 'transaction'];
const together: readonly StatusLevel[] = ['batch', 'block'];
const single: readonly StatusLevel[] = ['transaction'];

function recorded(meaning: string, levels: readonly StatusLevel[] = anywhere, attention = false): StatusCode {
  return { reading: 'recorded', meaning, levels, attention };
}

export const statusCodes: Readonly<Record<string, StatusCode>> = {
  RCVD: recorded('The bank has the file; nothing was checked yet.'),
  ACTC: recorded('The file is well formed and authentic.'),
  ACCP: recorded('Also the checks on our own account at the bank went well.'),
  ACSP: recorded('Every check went well and the bank is carrying it out.'),
  ACWC: recorded('Accepted, with a change the bank made, such as another date.', anywhere, true),
  ACSC: { reading: 'accepted', meaning: 'Settled on our account.', levels: anywhere, attention: false },
  ACCC: { reading: 'accepted', meaning: "Settled on the payee's account.", levels: anywhere, attention: false },
  PART: { reading: 'part', meaning: 'Some were accepted, some not.', levels: together, attention: false },
  PDNG: recorded('The bank is still checking.'),
  RJCT: { reading: 'rejected', meaning: 'Rejected.', levels: anywhere, attention: false },
  ACWP: recorded("Accepted, but not yet posted to the payee's account.", single),
  ACFC: recorded('Accepted after a check that the money is there.', single),
  ACPD: recorded('The payee’s bank has taken it and will post it later.', single),
  PATC: recorded('Some of the signatures it needs are there, not all.', single, true),
  BLCK: recorded('Stopped by the bank; the payee does not have the money.', single, true),
  CANC: recorded('Cancelled before it was carried out.', single, true),
};

/**
 * Our reading of a code at one level. Unknown codes, and codes at a level where they have no meaning (PART on one
 * payment), are recorded and need attention.
 */
export function readStatus(code: string, level: StatusLevel): StatusCode {
  const known = Object.hasOwn(statusCodes, code) ? statusCodes[code] : undefined;
  if (known?.levels.includes(level)) return known;
  return recorded(known ? `${known.meaning} Not expected here.` : 'Not a code that we know.', [level], true);
}
