ALTER TABLE "command" ADD COLUMN "user_id" UUID;

CREATE TABLE "user_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_agent" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "alarm_acknowledgement" (
    "event_id" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alarm_acknowledgement_pkey" PRIMARY KEY ("event_id")
);

CREATE UNIQUE INDEX "user_session_token_hash_key" ON "user_session"("token_hash");
CREATE INDEX "user_session_user_id_idx" ON "user_session"("user_id");
CREATE INDEX "user_session_expires_at_idx" ON "user_session"("expires_at");

ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever sets a new password wants every browser out that came in with the old one.
CREATE FUNCTION end_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_session WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER end_sessions_with_password AFTER UPDATE OF password_hash ON account_user
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION end_sessions_of_user();
