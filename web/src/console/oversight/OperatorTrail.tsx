/** Who of the operator's people changed what. */
import { useTexts } from '../../base/language.tsx';
import { Page } from '../../parts/Page.tsx';
import { TrailList } from '../../trail/TrailList.tsx';
import { deskData, deskKey } from '../ask.ts';

export default function OperatorTrail() {
  const { trail: texts } = useTexts();
  return (
    <Page title={texts.title} about={texts.about}>
      <TrailList data={deskData} queryKey={[deskKey, '/trail']} />
    </Page>
  );
}
