import { expect } from '@open-wc/testing';
import { createDashboard, GUID, OTHER_GUID } from '../support/dashboard-fixture.ts';
import { clock } from '../support/test-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { SECOND } from '../support/durations.ts';
import { fixRefreshPoint } from '../support/renewal-fixture.ts';
import { LIFE } from '../support/token-life.ts';
import { settle, until } from '../support/until.ts';

beforeEach(fixRefreshPoint);

describe('late answers', () => {
  it('drops an answer if a later request was answered first', async () => {
    const baseUrl = await new FakeHost().answer();
    const answers: ((token: string) => void)[] = [];
    const { element, frames } = createDashboard({
      baseUrl,
      getToken: () => new Promise((resolve) => answers.push(resolve)),
    });
    await until(() => answers.length === 1);
    const reloaded = element.reload();
    await until(() => answers.length === 2);
    answers[1]!('the-newer-token');
    await reloaded;
    answers[0]!('the-older-token');
    await settle();
    expect(frames()).to.have.length(1);
    expect(frames()[0]!.src).to.match(/the-newer-token$/);
  });

  it('drops an answer if the element was removed, and requests no further token', async () => {
    const answers: ((token: string) => void)[] = [];
    const { element, frames, log } = createDashboard({
      baseUrl: await new FakeHost().answer(),
      getToken: () => new Promise((resolve) => answers.push(resolve)),
    });
    await until(() => answers.length === 1);
    element.remove();
    clock.tick(SECOND);
    answers[0]!('too-late-a-token');
    await settle();
    clock.tick(3 * LIFE);
    await settle();
    expect(frames()).to.be.empty;
    expect(log()).to.be.empty;
    expect(answers).to.have.length(1);
  });

  it('drops an answer if the element now shows another dashboard', async () => {
    const baseUrl = await new FakeHost().answer();
    const answers = new Map<string, (token: string) => void>();
    const { element, frames, next } = createDashboard({
      baseUrl,
      getToken: ({ dashboardGuid }) =>
        new Promise((resolve) => {
          answers.set(dashboardGuid, resolve);
        }),
    });
    await until(() => answers.has(GUID));
    element.dashboardGuid = OTHER_GUID;
    await until(() => answers.has(OTHER_GUID));
    answers.get(GUID)!('the-unwanted-token');
    answers.get(OTHER_GUID)!('the-wanted-token');
    await next('dashboard-load');
    expect(frames()[0]!.src).to.match(/the-wanted-token$/);
  });

  it('survives a listener that removes the element', async () => {
    const fixture = createDashboard();
    fixture.element.addEventListener('dashboard-load', () => fixture.element.remove());
    await fixture.next('dashboard-load');
    clock.tick(10);
    expect(fixture.frames()).to.be.empty;
  });
});
