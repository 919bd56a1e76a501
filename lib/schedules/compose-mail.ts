import 'server-only';
import type { NewMail } from '#lib/mail/index.ts';
import { composeNotice } from '#lib/mail/index.ts';
import { tScheduleMail } from '#lib/messages/schedules.ts';
import { env } from '#lib/platform/env.ts';
import { formatUtc } from '#lib/values/instant.ts';
import { countWithoutRate, isOnList } from './model/content.ts';
import { journalFormPath } from './model/journal-form-path.ts';
import { isGuarded } from './report-permissions.ts';
import type { StoredRun, StoredSchedule } from './store.ts';

/** Returns the permission that the recipient must still have when the mail is sent. */
function findMailPermission({ subject }: StoredSchedule): NewMail['permission'] {
  if (!isOnList(subject)) return subject.kind === 'journal' ? 'export' : 'statement.read';
  if (subject.withRisk) return 'risk.read';
  if (isGuarded(subject)) return 'review.work';
  return subject.kind === 'export' ? 'export' : 'read';
}

/**
 * Composes the mail of a run: a link that needs a sign-in and expires, and no amounts. It counts entries that files leave out, with a
 * link to where their rate is entered. A schedule that only some may know of isn't named.
 */
export function composeMail(
  schedule: StoredSchedule,
  run: StoredRun,
  business: string,
): Pick<NewMail, 'permission' | 'subject' | 'text' | 'html'> {
  const { businessId, name, subject } = schedule;
  const withoutRate = countWithoutRate(run.content);
  const title = isGuarded(subject) ? tScheduleMail('unnamed') : tScheduleMail('named', { name });
  return {
    permission: findMailPermission(schedule),
    ...composeNotice({
      subject: title,
      paragraphs: [
        tScheduleMail('ready', { title, business }),
        tScheduleMail('link', { until: formatUtc(run.expiresAt) }),
      ],
      items:
        withoutRate === 0
          ? []
          : [
              {
                text: tScheduleMail('withoutRate', { count: withoutRate }),
                url: `${env.APP_URL}/${businessId}/${journalFormPath(run.content)}`,
              },
            ],
      url: `${env.APP_URL}/${businessId}/reports/schedules/${run.runId}`,
      closing: tScheduleMail('reason'),
    }),
  };
}
