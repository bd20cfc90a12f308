/**
 * The forms of what sign-in and the people's pages are asked and answered, for the server and for the pages (as types only).
 *
 *   GET  /auth/me                                    → Me, also for who is not signed in
 *   POST /auth/sign-in/email    {email, password}    → SignedIn
 *   POST /auth/sign-in/link     {token}              → SignedIn             the token of /sign-in/link#…
 *   POST /auth/request-link     {email}              → Done                 the same answer whoever asks; the link comes by mail
 *   POST /auth/two-factor/verify-totp, …/verify-backup-code  {code}         → SignedIn   second step; also ends the set-up
 *   POST /auth/two-factor/enable   {password}        → SecondFactorSetUp    then verify-totp
 *   POST /auth/two-factor/disable  {password}        → Done                 not for operators
 *   POST /auth/two-factor/generate-backup-codes {password} → BackupCodes
 *   POST /auth/name             {name}               → Done                 one's own
 *   POST /auth/set-password     {newPassword}        → Done                 where there is none yet
 *   POST /auth/change-password  {currentPassword, newPassword} → Done       ends all other sessions
 *   POST /auth/request-password-reset {email}        → Done                 the same answer whoever asks
 *   POST /auth/reset-password   {token, newPassword} → Done                 the token of /sign-in/password#…; ends all sessions
 *   POST /auth/accept-invitation {token, name?}      → Accepted             the token of /invitation#…
 *   POST /auth/sign-out         {}                   → Done
 *   GET  /auth/sessions                              → Sessions
 *   POST /auth/sessions/end     {id} or {others: true} → Done
 *
 * A refusal is `AuthRefusal` with 400, 401, 403 or 429 (then with Retry-After, in seconds). Writes need our own Origin and JSON.
 */
export type PartnerRole = 'owner' | 'developer' | 'viewer';
export type OperatorRole = 'agent' | 'approver';
export type Role = PartnerRole | OperatorRole;

export interface Membership {
  /** 0 is the operator. */
  partnerId: number;
  partnerName: string;
  role: Role;
}

export interface Me {
  environment: 'sandbox' | 'production';
  /** Whether mails can be sent (or are printed): without, nobody can be invited and no link be asked for. */
  mail: boolean;
  /** Absent: nobody is signed in. */
  person?: {
    id: number;
    name: string;
    email: string;
    hasPassword: boolean;
    hasSecondFactor: boolean;
    /** Whether this session was opened with a second factor: the console opens to such sessions only. */
    secondFactor: boolean;
    sessionEndsAt: string;
    memberships: Membership[];
  };
}

/** `secondFactorNeeded`: there is no session yet, the code of the second factor comes next. */
export type SignedIn = { signedIn: true } | { signedIn: false; secondFactorNeeded: true };
export interface Done {
  done: true;
}
export interface SecondFactorSetUp {
  /** `otpauth://…`, for the picture to be scanned; its parameter `secret` is what can be typed instead. */
  totpUri: string;
  /** Shown this once. */
  backupCodes: string[];
}
export interface BackupCodes {
  backupCodes: string[];
}
export interface Accepted {
  partnerId: number;
  /** False: somebody known accepted, and was signed in before. */
  newPerson: boolean;
}
export interface SessionView {
  id: number;
  current: boolean;
  secondFactor: boolean;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  address?: string;
  userAgent?: string;
}
export interface Sessions {
  sessions: SessionView[];
}

export type AuthCode =
  | 'sign-in-first'
  | 'wrong-password'
  | 'wrong-code'
  /** The second step came too late or was tried too often: begin again. */
  | 'sign-in-expired'
  | 'link-used'
  | 'too-many-tries'
  | 'password-too-short'
  | 'password-too-long'
  | 'password-already-set'
  | 'second-factor-already-set'
  | 'second-factor-not-set'
  | 'second-factor-demanded'
  | 'name-missing'
  | 'no-mail'
  | 'cross-site'
  | 'refused';
export interface AuthRefusal {
  error: string;
  code: AuthCode;
}

/**
 * People of one partner, or of the operator. A partner's pages say `/dashboard/data/:partnerId` where the operator's say
 * `/console/data`.
 *
 *   GET  …/people                                       → People
 *   POST …/invitations {email, role}                    → Invited        owner; approver
 *   POST …/invitations/withdraw {id}                    → Done           owner; approver
 *   POST …/people/role {personId, role}                 → Done           owner; approver
 *   POST …/people/remove {personId}                     → Done           owner; approver
 *   GET  …/trail ?cursor                                → Trail          owner; agent, approver
 *   GET  /console/data/partners/:partner/people         → People         agent, approver
 *   POST /console/data/partners/:partner/invitations {email}           → Invited, as its first owner  approver
 *   POST /console/data/partners/:partner/invitations/withdraw {id}     → Done                         approver
 */
export interface People {
  people: PersonView[];
  invitations: InvitationView[];
}
export interface PersonView {
  id: number;
  name: string;
  email: string;
  role: Role;
  hasSecondFactor: boolean;
  since: string;
  lastSeenAt?: string;
}
export interface InvitationView {
  id: number;
  email: string;
  role: Role;
  createdAt: string;
  expiresAt: string;
  invitedBy?: string;
}
export interface Invited {
  invitationId: number;
  expiresAt: string;
}
export interface Trail {
  items: TrailView[];
  nextCursor?: string;
}
export interface TrailView {
  id: number;
  at: string;
  /** A person's address, or who typed a command. */
  by: string;
  act: string;
  subject?: string;
  before?: unknown;
  after?: unknown;
  address?: string;
}
