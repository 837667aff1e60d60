import { relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Prints each survivor immediately, so that an interrupted run keeps its results. */
class Survivors {
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const { line, column } = location.start;
    const place = `${relative('', fileName)}:${line}:${column}`;
    console.log(`${status}: ${place} ${mutatorName}: ${replacement.split('\n')[0]}`);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'survivors', Survivors)];
