/** The reason why a call is refused: a stable code for programs. */
export type ApiErrorCode =
  | 'bad-request'
  | 'unauthorized'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-large'
  | 'connection-not-allowed'
  | 'too-many-requests'
  | 'unavailable'
  | 'internal';

const STATUS = {
  'bad-request': 400,
  unauthorized: 401,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-large': 413,
  'connection-not-allowed': 400,
  'too-many-requests': 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ApiErrorCode, number>;

/** A refused call. The message goes to the caller, so it never contains a value from the call. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }

  /** Returns the answer `{"error":{"code","message"}}`. */
  toResponse(headers: Record<string, string> = {}): Response {
    const { code, message, status } = this;
    return Response.json({ error: { code, message } }, { status, headers });
  }
}
