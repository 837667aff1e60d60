import { trace } from '@opentelemetry/api';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { expect, test } from 'vitest';
import { untraced } from '../../src/host/untraced.ts';

const records = (): boolean => trace.getTracer('test').startSpan('call').isRecording();

test('a call without OpenTelemetry is made', () => {
  expect(untraced(() => 'result')).toBe('result');
});

test('OpenTelemetry records no span of the call, and those before and after it', () => {
  new NodeTracerProvider().register();
  expect([records(), untraced(records), records()]).toEqual([true, false, true]);
});
