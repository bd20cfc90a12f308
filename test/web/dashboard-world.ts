/** A partner with its owner for each size: what a flow does on one leaves the other's data alone. */
import type { Page } from 'playwright-core';
import type { World } from '../world/service.ts';
import { memberAt } from './operator.ts';
import type { openWeb, Size } from './web-world.ts';

type Web = Awaited<ReturnType<typeof openWeb>>;
type Webhook = NonNullable<Parameters<World['partner']>[0]>['webhook'];

export async function dashboardsAt(web: Web, webhook?: Webhook) {
  const made = async (size: Size) => {
    const partner = await web.world.partner(webhook && { webhook });
    const owner = await memberAt(web, partner.id, 'owner');
    const sit = web.seat({ storageState: owner.storageState, permissions: ['clipboard-read', 'clipboard-write'] });
    return {
      ...partner,
      owner,
      /** What the owner does on a page of the dashboard. */
      sits: (place: string, heading: string, work: (page: Page) => Promise<void>) =>
        sit(size, `/dashboard/${partner.id}/${place}`, heading, work),
    };
  };
  return { desktop: await made('desktop'), phone: await made('phone') };
}
