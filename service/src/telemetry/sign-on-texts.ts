import type { SignOnCode } from './events.ts';

/** The explanations for operators, by the reason. */
export const SIGN_ON_TEXTS: Readonly<Record<SignOnCode, string>> = {
  'provider-away': 'the provider cannot be reached, or cannot answer now',
  'provider-metadata':
    'the metadata of the provider are not those of SERVICE_OIDC_ISSUER; compare the address with its "issuer", character by character',
  'provider-answer': 'the provider gave an answer that OpenID Connect does not allow',
  'provider-error': 'the provider did not let the person in',
  'no-attempt': 'the browser began no sign-in, or began it more than 10 minutes ago',
  state: 'the answer belongs to another sign-in than the last one of this browser',
  'other-provider': 'the answer comes from another provider than SERVICE_OIDC_ISSUER',
  code: 'the provider did not accept the code, which is valid once and for a short time',
  client: 'the provider did not accept SERVICE_OIDC_CLIENT_ID and SERVICE_OIDC_CLIENT_SECRET',
  'token-claim': 'a claim of the ID token is missing or wrong',
  'token-expired': 'the ID token has expired, or is not valid yet',
  'token-key': 'the ID token is signed with a key that the provider does not publish',
  clock: 'the clocks of the provider and of this computer differ by more than 2 minutes',
  'other-person': 'the provider answered with another person',
  removed: 'the person was removed from the back office',
  'not-confirmed': 'the provider does not confirm the person any more',
  'no-role': 'no rule of SERVICE_OIDC_ROLES applies to the person',
};
