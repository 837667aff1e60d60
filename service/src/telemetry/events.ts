/** An event for operators. The log and the metrics get each of them. None has a token, a key or a value. */
export type ServiceEvent =
  | Notice
  | CallEvent
  | QueryEvent
  | ReuseEvent
  | UnusedParameterEvent
  | DatabaseEvent
  | FailureEvent
  | SignInEvent
  | SignOnEvent
  | AuditEvent;

/** Gets the events of a service. */
export type Report = (event: ServiceEvent) => void;

/** A step of a start, or a thing that leaves data more open than it should be. */
export interface Notice {
  kind: 'notice';
  level: 'info' | 'warn' | 'error';
  text: string;
}

/** The beginning of an answer has been sent. */
export interface CallEvent {
  kind: 'call';
  method: string;
  /** The pattern of the path, without values. */
  route: string;
  status: number;
  /** The time until the beginning of the answer, in milliseconds. */
  ms: number;
  /** The failure of a call that the service could not answer. */
  failed?: FailedCall;
}

/** A call that was answered with 5xx. */
export interface FailedCall {
  /** The `X-Request-Id` of the answer. */
  id: string;
  /** The `X-Request-Id` of the request. */
  callerId?: string;
  error?: Error;
  /** Whether the database is the reason, which has its own event. */
  isOutage: boolean;
}

/** A query of a dashboard has ended. */
export interface QueryEvent {
  kind: 'query';
  companyId: number;
  /** Missing for a query of the editor. */
  dashboardGuid?: string | undefined;
  /** The name of the dataset, or that of a filter's list. */
  dataset: string;
  /** The name of the data connection. */
  connection: string;
  /** The wait for a connection, in milliseconds. */
  waitMs: number;
  /** The duration without the wait, in milliseconds. */
  ms: number;
  /** Missing if the query failed. */
  rows?: number;
  /** The code of the error. */
  failure?: string;
  /** The reason why the database cannot be used, if it is known: a code such as `CERT_HAS_EXPIRED`. */
  reason?: string;
  /** Whether the database cannot be used. The SQL is not the reason. */
  isOutage: boolean;
}

/** A reader has got the result of an equal query: one that was kept, or one that was under way. */
export interface ReuseEvent {
  kind: 'reuse';
  source: 'kept' | 'shared';
}

/** A token sets a parameter that its dashboard does not use. Its name may be misspelled. */
export interface UnusedParameterEvent {
  kind: 'unused-parameter';
  companyId: number;
  dashboardGuid: string;
  /** The name in lower case. Missing if it does not look like one: it may be a part of a value. */
  parameter: string | undefined;
}

/** A statement of the service itself has ended. */
export interface DatabaseEvent {
  kind: 'database';
  /** The code of the error, if the database cannot be used. */
  failure?: string;
  /** The reason, as in {@link QueryEvent}. */
  reason?: string;
}

/** Work that no caller waits for has failed. */
export interface FailureEvent {
  kind: 'failure';
  /** The subject of the sentence, such as "The removal of old records". */
  what: string;
  error: Error;
  /** Whether the database is the reason, which has its own event. */
  isOutage: boolean;
}

/** Somebody has tried to sign in to the back office. */
export interface SignInEvent {
  kind: 'sign-in';
  outcome: 'accepted' | 'refused' | 'locked';
  /** The address of the caller; `null` for a browser that had signed in before. */
  address: string | null;
}

/** Somebody has changed something in the back office, or has signed in. */
export interface AuditEvent {
  kind: 'audit';
  /** The kind of the change, such as `publish`. */
  action: string;
  /** The name of the person. */
  person: string;
  /** The id of the person; `null` for the administrator of the settings, for a command, and for somebody unknown. */
  personId: number | null;
  companyId: number | null;
  /** The name of the changed thing. */
  object: string;
  /** Its GUID or its id. */
  objectId: string | null;
  /** The facts before and after the change, without secrets. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** Somebody has tried to sign in at the identity provider, or a session was checked there. */
export interface SignOnEvent {
  kind: 'sign-on';
  outcome: 'accepted' | 'refused' | 'checked' | 'ended' | 'unchecked';
  /** The reason. Missing for `checked`, and for `accepted` unless the person has no role. */
  code?: SignOnCode;
  /** The part of an answer that is wrong, such as the name of a claim, or the provider's code of an error. */
  detail?: string | undefined;
}

/** The reasons why a sign-in at the identity provider, or a check there, did not succeed. */
export type SignOnCode =
  | 'provider-away'
  | 'provider-metadata'
  | 'provider-answer'
  | 'provider-error'
  | 'no-attempt'
  | 'state'
  | 'other-provider'
  | 'code'
  | 'client'
  | 'token-claim'
  | 'token-expired'
  | 'token-key'
  | 'clock'
  | 'other-person'
  | 'removed'
  | 'not-confirmed'
  | 'no-role';
