// Preloaded by tests: prints the spans of all instrumentations on the console.
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import {
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';

const processor = new SimpleSpanProcessor(new ConsoleSpanExporter());
new NodeTracerProvider({ spanProcessors: [processor] }).register();
const undici = new UndiciInstrumentation();
undici.enable();
