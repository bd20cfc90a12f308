/**
 * A sheet about one thing out of a list: mounted while it is open, so that its fields begin anew each time; closed, the focus goes
 * back to where it was opened from.
 */
import { useRef, useState } from 'react';

export interface SheetAbout<Thing> {
  about: Thing | undefined;
  open(about: Thing): void;
  close(): void;
}

export function useSheet<Thing>(): SheetAbout<Thing> {
  const [about, setAbout] = useState<Thing>();
  const openedFrom = useRef<Element>(null);
  return {
    about,
    open: (thing) => {
      openedFrom.current = document.activeElement;
      setAbout(thing);
    },
    close: () => {
      setAbout(undefined);
      const from = openedFrom.current;
      // Once the sheet has let go of it.
      setTimeout(() => from instanceof HTMLElement && from.focus({ preventScroll: true }));
    },
  };
}
