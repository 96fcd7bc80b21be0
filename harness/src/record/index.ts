export { openRecorder, type Recorder, type RecorderOptions } from './open-recorder.ts';
