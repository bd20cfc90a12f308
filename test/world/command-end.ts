/** What ends the output of one command where a process runs several (test/world/command-host.ts). */
export const endMark = '\u0000end of the command\u0000';
