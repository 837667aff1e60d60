// Preloaded: spans of all instrumentations stand on the console.
import {
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';

const processor = new SimpleSpanProcessor(new ConsoleSpanExporter());
new NodeTracerProvider({ spanProcessors: [processor] }).register();
