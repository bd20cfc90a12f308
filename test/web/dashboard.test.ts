/**
 * The dashboard's flows and the way in, on a desktop and on a phone: in one process with one browser and one service. One after the
 * other: the last plays with the clock.
 */
await import('./dashboard-settings.ts');
await import('./sign-in.ts');
await import('./dashboard-payments.ts');
