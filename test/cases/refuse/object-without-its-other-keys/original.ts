import { connect } from "./net";

const config = {
  host: "localhost",
  port: 80,
  retries: 3,
  tls: false,
};

connect(config);
