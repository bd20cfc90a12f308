/** The console's flows on a desktop and on a phone: in one process with one browser, each room on a service of its own. */
await import('./console-exceptions.ts');
await import('./console-bank-files.ts');
await import('./console-oversight.ts');
