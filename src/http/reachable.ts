/**
 * Under which address a server is reached that listens everywhere.
 */

/** The address with a name of this machine in it, where it names all of its addresses. */
export function reachable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
