/** The roles that there are, and where. */
import type { OperatorRole, PartnerRole, Role } from './views.ts';

/** The partner id under which the operator's own people stand. */
export const operatorId = 0n;

export const partnerRoles: readonly PartnerRole[] = ['owner', 'developer', 'viewer'];
export const operatorRoles: readonly OperatorRole[] = ['agent', 'approver'];

/** The roles at a partner, or at the operator. */
export function rolesAt(partnerId: bigint): readonly Role[] {
  return partnerId === operatorId ? operatorRoles : partnerRoles;
}

/** The role of which somebody must always be left. */
export function lastingRole(partnerId: bigint): Role {
  return partnerId === operatorId ? 'approver' : 'owner';
}
