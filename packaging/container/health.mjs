// Whether the controller in this container answers: exit status 0 or 1. TWINHAUS_HEALTH_URL is for other ports than those of the image.
import { get } from 'node:http';

const url = process.env.TWINHAUS_HEALTH_URL || 'http://127.0.0.1:8080/health/live';
const asked = get(url, { timeout: 4_000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.on('timeout', () => asked.destroy());
asked.on('error', () => process.exit(1));
