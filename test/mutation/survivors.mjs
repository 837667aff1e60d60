import { relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Prints each survivor at once, so that a run that is cut off is not lost. */
class Survivors {
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const { line, column } = location.start;
    const place = `${relative('', fileName)}:${line}:${column}`;
    console.log(`${status}: ${place} ${mutatorName}: ${replacement.split('\n')[0]}`);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'survivors', Survivors)];
