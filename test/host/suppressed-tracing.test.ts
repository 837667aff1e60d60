import { trace } from '@opentelemetry/api';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { expect, test } from 'vitest';
import { untraced } from '../../src/host/call/untraced.ts';

const records = (): boolean => trace.getTracer('test').startSpan('call').isRecording();

test('a call works without OpenTelemetry', () => {
  expect(untraced(() => 'result')).toBe('result');
});

test('OpenTelemetry records spans before and after the call, and none of the call', () => {
  new NodeTracerProvider().register();
  expect([records(), untraced(records), records()]).toEqual([true, false, true]);
});
