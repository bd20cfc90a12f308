/** Who of the operator's people changed what. */
import { Page } from '../../parts/Page.tsx';
import { TrailList } from '../../trail/TrailList.tsx';
import { useTrailTexts } from '../../trail/texts.ts';
import { deskData, deskKey } from '../ask.ts';

export default function OperatorTrail() {
  const { trail: texts } = useTrailTexts();
  return (
    <Page title={texts.title} about={texts.about}>
      <TrailList data={deskData} queryKey={[deskKey, '/trail']} />
    </Page>
  );
}
