/** What an act of the trail was about, in words, and as a link where it has a page. */
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import { useTrailTexts } from './texts.ts';

/** `approval 3: transfer 1, payment 2`; names of payees and files may hold any of these signs. */
const named = /^(payee|file) (.+)$/s;
const numbered = /^([a-z ]+) (\d+)$/;

/** `partnerId`: of the partner whose trail it is; undefined at the operator's. */
export function Subject({ text, partnerId }: { text: string; partnerId: string | undefined }) {
  if (named.test(text)) return <Thing text={text} partnerId={partnerId} />;
  return text.split(/(: |, )/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part stands where it stands
    <Fragment key={index}>
      {part === ': ' || part === ', ' ? part : <Thing text={part} partnerId={partnerId} />}
    </Fragment>
  ));
}

function Thing({ text, partnerId }: { text: string; partnerId: string | undefined }): ReactNode {
  const { subjects } = useTrailTexts().trail;
  const [, kind = text, id = ''] = named.exec(text) ?? numbered.exec(text) ?? [];
  const words = id === '' ? (subjects[kind] ?? text) : `${subjects[kind] ?? kind} ${id}`;
  if (kind === 'payment' && partnerId !== undefined) {
    return (
      <Link to={pagePaths.payment} params={{ partnerId, paymentId: id }}>
        {words}
      </Link>
    );
  }
  if (partnerId !== undefined) return words;
  switch (kind) {
    case 'payment':
      return (
        <Link to={pagePaths.onePayment} params={{ paymentId: id }}>
          {words}
        </Link>
      );
    case 'partner':
      return (
        <Link to={pagePaths.onePartner} params={{ partner: id }}>
          {words}
        </Link>
      );
    case 'payee':
      return (
        <Link to={pagePaths.catalogueEntry} params={{ payeeName: id }}>
          {words}
        </Link>
      );
    case 'approval':
      return <Link to={pagePaths.approvals}>{words}</Link>;
    default:
      return words;
  }
}
