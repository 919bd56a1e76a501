/** What stands before the dot of an action, in words. */
export const auditAreas = [
  { value: 'payment', label: 'Payments' },
  { value: 'exception', label: 'Exceptions' },
  { value: 'business', label: 'Business' },
  { value: 'minimums', label: 'Minimums' },
  { value: 'connection', label: 'Connection and callback secrets' },
  { value: 'deposit-risk', label: 'Views of deposit risk' },
  { value: 'withdrawal-risk', label: 'Views of withdrawal risk' },
  { value: 'risk', label: 'Views of raw risk' },
  { value: 'review-case', label: 'Review cases' },
  { value: 'review-desk', label: 'Review desk' },
  { value: 'callback', label: 'Callbacks' },
  { value: 'review-rule', label: 'Review rules' },
  { value: 'list-view', label: 'Saved views' },
  { value: 'export', label: 'Exports' },
  { value: 'audit', label: 'Audit log' },
  { value: 'role', label: 'Roles' },
] as const;
