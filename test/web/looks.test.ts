/** How every page looks: in one process with one browser and one service. One after the other: the first begins with an empty service. */
await import('./console-looks.ts');
await import('./dashboard-looks.ts');
