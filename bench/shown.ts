export const ratio = (value: number): string => value.toFixed(2);
export const milliseconds = (value: number): string => `${Math.round(value)} ms`;
export const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
export const bytes = (value: number): string => `${value.toFixed(1)} B`;
export const kibibytes = (value: number): string => `${(value / 1024).toFixed(1)} KiB`;
export const megabytes = (value: number): string => `${Math.round(value / 1e6)} MB`;
export const microseconds = (value: number): string => `${Math.round(value)} µs`;
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
