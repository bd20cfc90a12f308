/** Who changed what at this partner: for its owners. */
import { usePartner } from '../base/me.ts';
import { Empty } from '../parts/Empty.tsx';
import { Page } from '../parts/Page.tsx';
import { TrailList } from '../trail/TrailList.tsx';
import { useTrailTexts } from '../trail/texts.ts';

export default function Trail() {
  const { trail: texts } = useTrailTexts();
  const { id, data, mayManage } = usePartner();
  return (
    <Page title={texts.title} about={texts.about}>
      {mayManage ? (
        <TrailList data={data} queryKey={['trail', data]} partnerId={String(id)} />
      ) : (
        <div className="paper">
          <Empty title={texts.ownersOnly}>{texts.ownersOnlyAbout}</Empty>
        </div>
      )}
    </Page>
  );
}
