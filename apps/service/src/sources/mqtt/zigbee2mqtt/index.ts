/** The door of Zigbee2MQTT. */
export { zigbee2mqtt } from './zigbee2mqtt.ts';
