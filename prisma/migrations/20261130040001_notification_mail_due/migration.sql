-- Notifications that an email is about to report.
CREATE INDEX CONCURRENTLY "notification_mail_due" ON "notification"("mail_due_at", "business_id", "person_id") WHERE (mail_due_at IS NOT NULL);
