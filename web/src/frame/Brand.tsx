/** The name of the house, and the line that says that this is the sandbox. */

import { isSandbox } from '../base/environment.ts';
import { useTexts } from '../base/language.tsx';
import { Mark } from '../parts/Icon.tsx';

export function Brand() {
  return (
    <span className="brand">
      <Mark /> Quittance
    </span>
  );
}

/** Its height is known before anything is fetched. */
export const sandboxLineHeight = isSandbox ? 28 : 0;

export function SandboxLine() {
  const { frame } = useTexts();
  return isSandbox ? <div className="sandbox-line">{frame.sandbox}</div> : null;
}
