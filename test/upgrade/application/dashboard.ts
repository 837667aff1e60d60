import { type Ability, greet, type Greeted, type Refusal } from 'embedded-dashboard/page';

const can: readonly Ability[] = ['ready', 'height', 'state', 'select', 'busy'];
const REFUSALS: readonly Refusal[] = [
  'expired',
  'signed-out',
  'forbidden',
  'not-found',
  'unavailable',
];

const button = document.querySelector('button')!;
const output = document.querySelector('output')!;
const element: Greeted = greet({
  can,
  onState: (text) => {
    output.textContent = text;
  },
});

if (REFUSALS.some((reason) => location.pathname.endsWith(reason))) {
  element.refused(location.pathname.split('-refused-').at(-1) as Refusal);
} else {
  element.height(321);
  element.ready();
  element.busy(true);
  element.busy(false);
}
button.addEventListener('click', () => {
  element.state('kept');
  element.select({ Region: 'North', Year: 2026, Open: true }, 'The north');
});
