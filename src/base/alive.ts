/**
 * Whether a process of this machine is there: of those that leave something behind with their id in its name.
 */

/** Whether a process with this id runs, whoever's it is. One that has ended counts until its parent has collected it. */
export function isAlive(pid: number | undefined): boolean {
  // 0 and less are groups of processes.
  if (pid === undefined || !(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, and not ours to signal. Anything else: there is none, or there can be none with such an id.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
