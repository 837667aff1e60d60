/** The reason why a call is refused: a stable code for programs. */
export type ApiErrorCode =
  | 'bad-request'
  | 'unauthorized'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-large'
  | 'connection-not-allowed'
  | 'missing-parameters'
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
  'missing-parameters': 400,
  'too-many-requests': 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ApiErrorCode, number>;

/** A refused call. The message goes to the caller, so it never contains a value from the call. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** The names of the missing parameters, for the code `missing-parameters`. */
  readonly parameters: readonly string[] | undefined;

  constructor(code: ApiErrorCode, message: string, parameters?: readonly string[]) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.parameters = parameters;
  }

  get status(): number {
    return STATUS[this.code];
  }

  /** Returns the answer `{"error":{"code","message"}}`, with `parameters` if some are missing. */
  toResponse(headers: Record<string, string> = {}): Response {
    const { code, message, parameters, status } = this;
    return Response.json({ error: { code, message, parameters } }, { status, headers });
  }
}
