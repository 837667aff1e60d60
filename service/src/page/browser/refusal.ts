// The script of the pages that show no dashboard. It tells the element around the page why.
import { greet, type Refusal } from 'embedded-dashboard/page';

greet({ can: [] }).refused(document.documentElement.dataset.refusal as Refusal);
