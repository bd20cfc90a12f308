/**
 * Every page with its address (src/pages/paths.ts), loaded when it is opened or about to be.
 *
 *   /sign-in/… /invitation        a sheet of paper under the brand
 *   /dashboard/… /account /console   in the frame with the navigation, for who is signed in
 */
import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
} from '@tanstack/react-router';
import { pagePaths } from '../../src/pages/paths.ts';
import { isSandbox } from './base/environment.ts';
import { NotFound } from './frame/NotFound.tsx';
import { PageFailed } from './frame/PageFailed.tsx';
import { Waiting } from './parts/Empty.tsx';

const root = createRootRoute({ component: Outlet });

type Load = () => Promise<{ default: React.ComponentType }>;
const lazy = (load: Load) => lazyRouteComponent(load) as AsyncRouteComponent<unknown>;

const sheet = createRoute({
  getParentRoute: () => root,
  id: 'sheet',
  component: lazy(() => import('./frame/SheetFrame.tsx')),
});
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazy(() => import('./frame/Shell.tsx')),
});
const desk = createRoute({
  getParentRoute: () => inside,
  id: 'desk',
  component: lazy(() => import('./console/Desk.tsx')),
});
const open = <P extends string>(path: P, load: Load) =>
  createRoute({ getParentRoute: () => sheet, path, component: lazy(load) });
const page = <P extends string>(path: P, load: Load) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    beforeLoad: ({ params }) => onlyIds(params),
    component: lazy(load),
  });
const deskPage = <P extends string>(path: P, load: Load) =>
  createRoute({ getParentRoute: () => desk, path, beforeLoad: ({ params }) => onlyIds(params), component: lazy(load) });

const ids = ['partnerId', 'paymentId', 'fileId', 'batchId', 'partner'];

/** An address with something else in the place of an id is that of no page. */
function onlyIds(params: object): void {
  for (const [name, value] of Object.entries(params)) {
    if (ids.includes(name) && !/^[1-9]\d{0,14}$/.test(String(value))) throw notFound();
  }
}

/** Filters stand in the address: a filtered list can be kept, sent and gone back to. */
export interface PaymentFilters {
  status?: string;
  method?: string;
  type?: string;
  from?: string;
  to?: string;
  search?: string;
}
const filterNames = ['status', 'method', 'type', 'from', 'to', 'search'] as const;
function filtersFrom(given: Record<string, unknown>): PaymentFilters {
  // A number in the address is read as one; here it is text that somebody looks for.
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = given[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
}

export const paymentsRoute = createRoute({
  getParentRoute: () => inside,
  path: pagePaths.payments,
  validateSearch: filtersFrom,
  component: lazy(() => import('./dashboard/Payments.tsx')),
});

const routes = root.addChildren([
  sheet.addChildren([
    open(pagePaths.signIn, () => import('./sign-in/SignIn.tsx')),
    open(pagePaths.signInLink, () => import('./sign-in/OneTimeLink.tsx')),
    open(pagePaths.secondFactor, () => import('./sign-in/SecondFactor.tsx')),
    open(pagePaths.forgotten, () => import('./sign-in/Forgotten.tsx')),
    open(pagePaths.newPassword, () => import('./sign-in/NewPassword.tsx')),
    open(pagePaths.invitation, () => import('./sign-in/Invitation.tsx')),
  ]),
  inside.addChildren([
    paymentsRoute,
    page(pagePaths.account, () => import('./account/Account.tsx')),
    page(pagePaths.dashboard, () => import('./dashboard/Choose.tsx')),
    page(pagePaths.partner, () => import('./dashboard/Choose.tsx')),
    page(pagePaths.payment, () => import('./dashboard/Payment.tsx')),
    page(pagePaths.totals, () => import('./dashboard/Totals.tsx')),
    page(pagePaths.tokens, () => import('./dashboard/Tokens.tsx')),
    page(pagePaths.webhooks, () => import('./dashboard/Webhooks.tsx')),
    page(pagePaths.bankAccounts, () => import('./dashboard/BankAccounts.tsx')),
    page(pagePaths.payees, () => import('./dashboard/Payees.tsx')),
    page(pagePaths.rentReports, () => import('./dashboard/RentReports.tsx')),
    page(pagePaths.start, () => import('./dashboard/Start.tsx')),
    page(pagePaths.people, () => import('./dashboard/People.tsx')),
    page(pagePaths.sandbox, async () => (isSandbox ? import('./sandbox/Sandbox.tsx') : { default: NotFound })),
    page(pagePaths.trail, () => import('./dashboard/Trail.tsx')),
    desk.addChildren([
      deskPage(pagePaths.console, () => import('./console/Overview.tsx')),
      deskPage(pagePaths.transfers, () => import('./console/exceptions/Transfers.tsx')),
      deskPage(pagePaths.failedPayments, () => import('./console/exceptions/FailedPayments.tsx')),
      deskPage(pagePaths.approvals, () => import('./console/exceptions/Approvals.tsx')),
      deskPage(pagePaths.everyPayment, () => import('./console/exceptions/EveryPayment.tsx')),
      deskPage(pagePaths.onePayment, () => import('./console/exceptions/OnePayment.tsx')),
      deskPage(pagePaths.files, () => import('./console/files/Files.tsx')),
      deskPage(pagePaths.file, () => import('./console/files/OneFile.tsx')),
      deskPage(pagePaths.quarantine, () => import('./console/files/Quarantine.tsx')),
      deskPage(pagePaths.returns, () => import('./console/files/Returns.tsx')),
      deskPage(pagePaths.settlement, () => import('./console/files/Settlement.tsx')),
      deskPage(pagePaths.batch, () => import('./console/files/Batch.tsx')),
      deskPage(pagePaths.heldAnswers, () => import('./console/files/HeldAnswers.tsx')),
      deskPage(pagePaths.catalogue, () => import('./console/oversight/Catalogue.tsx')),
      deskPage(pagePaths.catalogueEntry, () => import('./console/oversight/CatalogueEntry.tsx')),
      deskPage(pagePaths.ledger, () => import('./console/oversight/Ledger.tsx')),
      deskPage(pagePaths.partners, () => import('./console/oversight/Partners.tsx')),
      deskPage(pagePaths.onePartner, () => import('./console/oversight/OnePartner.tsx')),
      deskPage(pagePaths.endpoints, () => import('./console/oversight/Endpoints.tsx')),
      deskPage(pagePaths.cards, () => import('./console/oversight/Cards.tsx')),
      deskPage(pagePaths.operators, () => import('./console/oversight/Operators.tsx')),
      deskPage(pagePaths.operatorTrail, () => import('./console/oversight/OperatorTrail.tsx')),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: () => <Waiting />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
