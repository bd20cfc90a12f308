/** The console's exception desk, failed payments, approvals and finding a payment, used as an operator would. */
import assert from 'node:assert/strict';
import type { ApprovalList, HeldTransferList } from '../../src/console/desk/views.ts';
import { asShown, bill, created } from '../world/bodies.ts';
import { eftPayment, registered } from '../world/eft.ts';
import { exceptionsAt } from './exceptions-world.ts';
import { does, operatorAt } from './operator.ts';
import { onEachSize, openOwnWeb, shown } from './web-world.ts';

const web = await openOwnWeb();
const { seat, world } = web;
const agent = await operatorAt(web, 'agent');
const approver = await operatorAt(web, 'approver');
const agentSits = seat({ storageState: agent.storageState });
const approverSits = seat({ storageState: approver.storageState });
const { token } = await world.partner();
const { play, held, rejected, large, paymentOf } = exceptionsAt(world, token, agent);
const isHeld = async (id: number) =>
  (await agent.get<HeldTransferList>('/transfers?limit=200')).items.some(({ transferId }) => transferId === id);

onEachSize('a suggestion is attached with one click and the other amount is accepted explicitly', async (size) => {
  const payment = await created(world, token);
  const transferId = await held(80, `Facture ${payment.identificationNumber}`);
  await agentSits(size, '/console', 'What waits', async (page) => {
    await page.getByRole('link', { name: /Exception desk 1 transfer on hold \$80\.00/ }).click();
    const card = page.getByRole('article', { name: `Transfer ${transferId}`, exact: true });
    await card.getByText('$80.00 came, the payment is for $125.50').waitFor();
    await card.getByText('Its number stands in the message').waitFor();
    await card.getByRole('button', { name: `Attach to payment ${payment.id}` }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('$45.50 too little').waitFor();
    await sheet.getByLabel('Reason').fill('the rest comes tomorrow');
    assert.equal(await sheet.getByRole('button', { name: 'Attach', exact: true }).isDisabled(), true);
    await sheet.getByLabel('Accept $80.00 as what is paid').check();
    await does(page, 'Attach', `1 transfer is attached to payment ${payment.id}`);
    await page.getByRole('heading', { name: 'No transfer is on hold' }).waitFor();
  });
  const { status, paymentAmount } = await asShown(world, token, payment.id);
  assert.deepEqual([status, paymentAmount], ['completed', 80]);
});

onEachSize('parts of one payment, one of which came while the desk was open, are attached together', async (size) => {
  const payment = await created(world, token, { amount: 100.3 });
  const first = await held(100.1, payment.identificationNumber);
  await agentSits(size, '/console/transfers', 'Exception desk', async (page) => {
    const card = page.getByRole('article', { name: `Transfer ${first}`, exact: true });
    await card.waitFor();
    const second = await held(0.2, payment.identificationNumber);
    await card.getByText(`Transfer ${second} ($0.20)`).waitFor();
    await card.getByRole('button', { name: 'Select them together' }).click();
    assert.equal(await page.getByLabel(`Select Transfer ${second}`).isChecked(), true);
    await page.getByText('2 transfers · $100.30').last().waitFor();
    await page.getByRole('button', { name: 'Attach together' }).click();
    await page.getByRole('button', { name: `Choose payment ${payment.id}` }).click();
    await page.getByText('$100.30 is exactly the amount of the payment.').waitFor();
    await does(page, 'Attach', `2 transfers are attached to payment ${payment.id}`);
    await page.getByRole('heading', { name: 'No transfer is on hold' }).waitFor();
  });
  assert.equal((await asShown(world, token, payment.id)).paymentAmount, 100.3);
});

onEachSize(
  'a transfer without a number is attached to a payment found by its number; another goes back to its sender',
  async (size) => {
    const payment = await created(world, token);
    const lost = await held(125.5, 'for the light');
    const strange = await held(60, 'who knows');
    await agentSits(size, '/console/transfers', 'Exception desk', async (page) => {
      await page.getByLabel('Held because').selectOption('amount-differs');
      await page.getByRole('heading', { name: 'No transfer is held for this reason' }).waitFor();
      await page.getByLabel('Held because').selectOption('no-number-found');
      const card = page.getByRole('article', { name: `Transfer ${lost}`, exact: true });
      await card.getByText('The message holds no identification number', { exact: true }).waitFor();
      await card.getByRole('button', { name: 'Attach to a payment' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Identification number or id').fill('12 34');
      await page.keyboard.press('Enter');
      await sheet.getByText('No payment carries this number').waitFor();
      await sheet
        .getByLabel('Identification number or id')
        .fill(payment.identificationNumber.replace(/(\d{4})/g, '$1 '));
      await page.keyboard.press('Enter');
      await sheet.getByRole('button', { name: `Choose payment ${payment.id}` }).click();
      await does(page, 'Attach', `attached to payment ${payment.id}`);

      const other = page.getByRole('article', { name: `Transfer ${strange}`, exact: true });
      await other.getByRole('button', { name: 'Return to sender' }).click();
      await sheet.getByText(`$60.00 goes back to`).waitFor();
      await does(page, 'Return $60.00', `Transfer ${strange} is recorded as returned`);
      await page.getByRole('heading', { name: 'No transfer is held for this reason' }).waitFor();
    });
    assert.equal((await asShown(world, token, payment.id)).status, 'completed');
    assert.deepEqual([await isHeld(lost), await isHeld(strange)], [false, false]);
  },
);

onEachSize('a failed payment says why and what to do; several are corrected and re-queued together', async (size) => {
  const [one, two] = [await rejected(), await rejected({ amount: 80 })];
  await agentSits(size, '/console/failed-payments', 'Failed payments', async (page) => {
    const card = page.getByRole('article', { name: `Payment ${one.id}`, exact: true });
    await card.getByText('The account number is wrong or missing.').first().waitFor();
    await card.getByText('Correct the account number with the payee, then have the payment re-queued.').waitFor();
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await page.getByRole('button', { name: 'Re-queue 2 payments' }).click();
    await page.getByText('All 2 go on their way again, $205.50 together', { exact: false }).waitFor();
    await page.getByLabel(`Account number of payment ${one.id}`).fill('299009999999');
    await does(page, 'Re-queue', '2 payments are on the way again');
    await page.getByRole('heading', { name: 'No failed payment waits' }).waitFor();
  });
  const [first, second] = [await paymentOf(one.id), await paymentOf(two.id)];
  assert.deepEqual([first.payment.state, first.payment.accountNumber], ['resettling', '299009999999']);
  assert.deepEqual([second.payment.state, second.payment.accountNumber], ['resettling', bill.accountNumber]);
});

onEachSize('a debit that came back is made again on another account', async (size) => {
  const first = await registered(world, token);
  await registered(world, token, { accountHolderName: `Berthe of the ${size}` });
  const payment = await eftPayment(world, token, first.id);
  await play('eft-debits', { paymentId: payment.id, outcome: 'returned', returnCode: '905' });
  await agentSits(size, '/console/failed-payments', 'Failed payments', async (page) => {
    await page.getByLabel('What failed').selectOption('rejected');
    await page.getByRole('heading', { name: 'No failed payment fits these filters' }).waitFor();
    await page.getByLabel('What failed').selectOption('uncollected');
    const card = page.getByRole('article', { name: `Payment ${payment.id}`, exact: true });
    await card.getByText('The account is closed.').first().waitFor();
    assert.equal(await card.getByRole('button', { name: 'Record a refund' }).count(), 0);
    await card.getByRole('button', { name: 'Correct or re-queue' }).click();
    const choice = page.getByLabel(`Account to debit for payment ${payment.id}`);
    const other = await choice.locator('option', { hasText: `Berthe of the ${size}` }).getAttribute('value');
    await choice.selectOption(other);
    await does(page, 'Re-queue', '1 payment is on the way again');
  });
  assert.equal((await paymentOf(payment.id)).payment.state, 'recollecting');
});

onEachSize('money that went back is recorded with means and reference, and the payment tells of it', async (size) => {
  const payment = await rejected();
  await agentSits(size, '/console/failed-payments', 'Failed payments', async (page) => {
    const card = page.getByRole('article', { name: `Payment ${payment.id}`, exact: true });
    await card.getByRole('button', { name: 'Record a refund' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('$125.50 went back to Amélie Roy').waitFor();
    await sheet.getByLabel('By what means').selectOption('cheque');
    await sheet.getByLabel('Reference').fill(`cheque of the ${size}`);
    await does(page, 'Record $125.50 as given back', `The refund of payment ${payment.id} is recorded`);
    await page.getByRole('heading', { name: 'No failed payment waits' }).waitFor();
    await page.getByLabel('Money').selectOption('yes');
    await card.getByText(`cheque of the ${size}`).waitFor();
    await card.getByRole('link', { name: `Payment ${payment.id}` }).click();
    await shown(page, `Payment ${payment.id}`);
    await page.getByRole('heading', { name: 'Refund' }).waitFor();
    await page.getByText('Rejected by the payee').first().waitFor();
    await page.getByText('e-Transfer received').waitFor();
  });
  assert.deepEqual((await paymentOf(payment.id)).refund?.means, 'cheque');
});

onEachSize(
  'above the amount it is proposed, waits in sight, and is done once another person approves it',
  async (size) => {
    const { payment, transferId } = await large(1500);
    await agentSits(size, '/console/transfers', 'Exception desk', async (page) => {
      await page.getByRole('button', { name: `Attach to payment ${payment.id}` }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByText('$1,501.00 is more than $1,000.00', { exact: false }).waitFor();
      await sheet.getByLabel('Accept $1,500.00 as what is paid').check();
      await does(page, 'Attach', /Proposed as number \d+: it waits/);
      const card = page.getByRole('article', { name: `Transfer ${transferId}`, exact: true });
      await card.getByRole('link', { name: /Waits for a second person/ }).click();
      await shown(page, 'Approvals');
      await page.getByText(`1 transfer of $1,500.00 is attached to payment ${payment.id}.`).waitFor();
      assert.equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0);
      assert.equal(await page.getByRole('button', { name: /^Withdraw/ }).count(), 1);
    });
    assert.equal((await asShown(world, token, payment.id)).status, 'pending');
    await approverSits(size, '/console/approvals', 'Approvals', async (page) => {
      await page.getByText('$1,500.00 is accepted as what is paid', { exact: false }).waitFor();
      await page.getByText('as agreed by phone').waitFor();
      await page.getByRole('button', { name: /^Approve/ }).click();
      await page.getByRole('dialog').getByText('It is carried out at once', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Approve and carry out' }).click();
      await page.getByText(/is approved and carried out/).waitFor();
      await page.getByRole('heading', { name: 'Nothing waits for approval' }).waitFor();
      await page.getByLabel('Show').selectOption('all');
      await page.getByText('Approved and done').first().waitFor();
    });
    const { status, paymentAmount } = await asShown(world, token, payment.id);
    assert.deepEqual([status, paymentAmount], ['completed', 1500]);
  },
);

onEachSize('a proposal is withdrawn by who made it, or declined by an approver, with a reason', async (size) => {
  const propose = async () => {
    const { transferId, propose: asked } = await large(1200);
    await asked();
    return transferId;
  };
  const states = async () =>
    (await agent.get<ApprovalList>('/approvals?state=all&limit=2')).items.map(({ state }) => state);
  await propose();
  await agentSits(size, '/console/approvals', 'Approvals', async (page) => {
    await page.getByRole('button', { name: /^Withdraw/ }).click();
    await does(page, 'Withdraw', /is withdrawn/, 'a mistake');
  });
  const transferId = await propose();
  await approverSits(size, '/console/approvals', 'Approvals', async (page) => {
    await page.getByRole('button', { name: /^Decline/ }).click();
    await does(page, 'Decline', /is declined/, `ask the payer on the ${size} first`);
    await page.getByLabel('Show').selectOption('all');
    await page.getByText(`ask the payer on the ${size} first`).waitFor();
  });
  assert.deepEqual(await states(), ['declined', 'withdrawn']);
  assert.equal(await isHeld(transferId), true);
});

onEachSize('any payment is found by its number, kept in the address, and opens with its timeline', async (size) => {
  const payment = await created(world, token);
  await agentSits(size, '/console/payments', 'Find a payment', async (page) => {
    await page.getByLabel('Identification number or id').fill('abc');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('An identification number has 12 digits', { exact: false }).waitFor();
    await page.getByLabel('Identification number or id').fill(payment.identificationNumber);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: `Payment ${payment.id}` }).click();
    await shown(page, `Payment ${payment.id}`);
    await page.getByText('Waiting for the money').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: `Payment ${payment.id}` }).waitFor();
  });
});
