import { tRetention } from '#lib/messages/retention.ts';
import type { ExpiryPreview } from '#lib/retention/schema.ts';

/** Says what a retention time removes next, and what it doesn’t remove. */
export function PreviewText({ preview }: { preview: ExpiryPreview }) {
  const { count, isMore, checked, expiring, obstacles } = preview;
  if (count === 0) return <p className="text-muted">{tRetention('preview.none')}</p>;
  return (
    <div>
      <p>
        {tRetention(isMore ? 'preview.totalMore' : 'preview.total', { count })}{' '}
        {checked < count
          ? tRetention('preview.oldest', { checked, expiring })
          : tRetention('preview.all', { expiring })}
      </p>
      {obstacles.length > 0 && (
        <>
          <p className="text-muted">{tRetention('preview.kept')}</p>
          <ul className="list-disc ps-5 text-muted">
            {obstacles.map((one) => (
              <li key={one.obstacle}>{tRetention(`obstacle.${one.obstacle}`, { count: one.count })}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
