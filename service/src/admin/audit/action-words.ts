import type { AuditAction } from '../../state/audit-note.ts';

/** The names of the changes, as people read them. */
export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  publish: 'Dashboard published',
  share: '“Accessible in API” changed',
  'delete-dashboard': 'Dashboard deleted',
  'create-company': 'Company created',
  'rename-company': 'Company renamed',
  'delete-company': 'Company deleted',
  'replace-key': 'API key replaced',
  'end-key': 'Old API key ended',
  'reveal-key': 'API key shown',
  'save-connection': 'Data connection saved',
  'delete-connection': 'Data connection removed',
  invite: 'Person invited',
  'renew-invitation': 'Person invited again',
  'accept-invitation': 'Invitation accepted',
  'change-role': 'Role changed',
  'change-password': 'Password changed',
  'end-sessions': 'Sessions ended',
  'remove-person': 'Person removed',
  'download-statistics': 'Statistics downloaded',
  'download-audit': 'Audit downloaded',
  export: 'Export downloaded',
  import: 'Export imported',
};
